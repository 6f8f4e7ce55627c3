-- When a subscription was set to end with its period, and until when: it ended, or the cancellation was withdrawn.
create table subscription_cancellations (
  subscription_id uuid not null references subscriptions,
  organization_id uuid not null references organizations,
  requested_at timestamptz(3) not null,
  -- Null while it is set to end.
  ended_at timestamptz(3) check (ended_at > requested_at),
  primary key (subscription_id, requested_at)
);

-- Those of the steps stored so far, by the rules of server/modules/billing/subscriptions/history.ts.
do $$
declare
  s record;
  subscription uuid;
  ended text[];
  holder text;
  running boolean;
  cancelling boolean;
  next boolean;
  opened timestamptz;
begin
  for s in
    select step.*, sub.organization_id, step.step #>> '{report,externalId}' as external_id,
      (step.step #>> '{report,isOver}')::boolean as is_over, greatest(step.at, (select max(m.ts)
        from subscription_movements m where m.subscription_id = sub.id and m.event_key is null)) as ts
    from subscription_steps step join subscriptions sub on sub.id = step.subscription_id
    order by step.subscription_id, step.at, step.rank,
      coalesce(step.step #>> '{report,terms,current_period_start}', '') collate "C", step.id collate "C"
  loop
    if subscription is distinct from s.subscription_id then
      subscription := s.subscription_id;
      ended := '{}';
      holder := null;
      running := false;
      cancelling := false;
      opened := null;
    end if;
    if s.step ->> 'type' = 'stand' then
      running := s.step #>> '{state,status}' in ('active', 'past_due');
      cancelling := running and (s.step #>> '{state,cancel_at_period_end}')::boolean;
      holder := s.step #>> '{holding,external_id}';
      if s.step #>> '{state,status}' = 'cancelled' then ended := ended || holder; end if;
    elsif s.step ->> 'type' = 'report' and not s.external_id = any(ended) then
      if s.is_over then ended := ended || s.external_id; end if;
      if not (running and holder is distinct from s.external_id) then
        holder := s.external_id;
        running := not s.is_over;
        next := running and (s.step #>> '{report,terms,cancel_at_period_end}')::boolean;
        if next and not cancelling then
          opened := s.ts;
          update subscription_cancellations set ended_at = null
            where subscription_id = subscription and ended_at = s.ts returning requested_at into opened;
          if not found then
            opened := s.ts;
            insert into subscription_cancellations values (subscription, s.organization_id, opened);
          end if;
        elsif cancelling and not next and opened is not null then
          if opened = s.ts then
            delete from subscription_cancellations where subscription_id = subscription and requested_at = opened;
          else
            update subscription_cancellations set ended_at = s.ts
              where subscription_id = subscription and requested_at = opened;
          end if;
          opened := null;
        end if;
        cancelling := next;
      end if;
    end if;
  end loop;
end $$;
