-- A browser is told of alarms while the session lasts in which somebody asked for it: whoever uses it next must not be
-- told of theirs. A session that merely runs out does not count as ended: an operator's alarms must not fall silent.
alter table notification_channels add column session_id uuid references sessions on delete set null;
create index notification_channels_session on notification_channels (session_id);

create function forget_browsers() returns trigger language plpgsql as $$ begin
  delete from notification_channels where session_id = new.id;
  return null;
end $$;
create trigger sessions_forget_browsers after update of revoked_at on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function forget_browsers();
