"""What every page uses: requests and answers, errors, words, forms and links."""
