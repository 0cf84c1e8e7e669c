"""Who declined the last draw offer, so that the page of the player who made it can say so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("game", "0006_rate_limited_actions_and_code_attempts")]

    operations = [
        migrations.AddField(
            "Table", "draw_declined_by", models.CharField(blank=True, default="", max_length=1)
        ),
        migrations.AddConstraint(
            "Table",
            models.CheckConstraint(
                condition=models.Q(draw_declined_by__in=("", "B", "W")),
                name="draw_declined_by_is_a_side",
            ),
        ),
    ]
