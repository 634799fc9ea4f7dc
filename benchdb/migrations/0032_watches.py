"""Watches, with the changes they have seen; addresses of announced pages may be long: those of questions are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('benchdb', '0031_encrypted_secrets'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='announcement',
            name='path',
            field=models.TextField(help_text='the page about it'),
        ),
        migrations.CreateModel(
            name='Watch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=200)),
                ('query', models.TextField(help_text='the canonical history question, without its moment')),
                ('direction', models.CharField(choices=[('worse', 'only when it gets worse'), ('any', 'whenever it changes')], default='any', max_length=5)),
                ('least', models.FloatField(default=0.0, help_text='relative change below which nothing is said: 0.02 is 2%')),
                ('is_quiet', models.BooleanField(default=True, help_text='only changes that are hardly chance')),
                ('mail', models.EmailField(blank=True, help_text='who is written to', max_length=254)),
                ('site', models.URLField(help_text='this site, as its maker knew it: for links in mail', max_length=300)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('looked_at', models.DateTimeField(help_text='when new runs were last looked at; none: not once', null=True)),
                ('data_version', models.BigIntegerField(default=-1, help_text='of the data that was last looked at')),
                ('numbers', models.CharField(blank=True, help_text='SHA-256 of the numbers that were last looked at', max_length=64)),
                ('trouble', models.CharField(blank=True, help_text='why the question cannot be answered today', max_length=300)),
                ('owner', models.ForeignKey(help_text='none: before anybody had an account', null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'watches',
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='WatchedChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('curve', models.TextField(blank=True, help_text='of the history; empty where it has only one')),
                ('begins', models.CharField(help_text='the first place of the level before', max_length=260)),
                ('before', models.CharField(help_text='its last place', max_length=260)),
                ('after', models.CharField(help_text='the first place of the level after', max_length=260)),
                ('ends', models.CharField(help_text='its last place, when the change was seen', max_length=260)),
                ('level_before', models.FloatField(help_text="median, in the metric's base unit")),
                ('level_after', models.FloatField(help_text='likewise')),
                ('seen_at', models.DateTimeField(auto_now_add=True)),
                ('mail_due', models.DateTimeField(help_text='when its mail is to be tried; none: nothing is to be sent', null=True)),
                ('mail_attempts', models.PositiveIntegerField(default=0)),
                ('mail_error', models.CharField(blank=True, help_text='of the last attempt', max_length=300)),
                ('mailed_at', models.DateTimeField(null=True)),
                ('announcement', models.ForeignKey(help_text='none: it was there before the watch', null=True, on_delete=django.db.models.deletion.SET_NULL, to='benchdb.announcement')),
                ('watch', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='benchdb.watch')),
            ],
            options={
                'ordering': ('-pk',),
                'indexes': [models.Index(condition=models.Q(('mail_due__isnull', False)), fields=['mail_due'], name='watch_mail_due')],
            },
        ),
    ]
