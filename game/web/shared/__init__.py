"""What every feature uses: requests and responses, errors, wording, forms and links."""
