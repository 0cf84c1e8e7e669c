"""Two models under plainer names: what is rate limited, and attempts at a code."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("game", "0005_unread_sessions_and_the_key_fingerprint")]

    operations = [
        migrations.RenameModel("Deed", "RateLimitedAction"),
        migrations.RenameIndex(
            "RateLimitedAction", new_name="actions_of_a_player", old_name="deeds_of_a_player"
        ),
        migrations.RenameIndex(
            "RateLimitedAction", new_name="actions_from_an_address", old_name="deeds_from_an_address"
        ),
        migrations.RenameModel("CodeTried", "CodeAttempt"),
    ]
