-- Acts on many rows: a job, fixed to its rows when it is ordered, and what became of each of them.

create table bulk_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations,
  actor_id uuid not null references people on delete cascade,
  session_id uuid not null,
  resource text not null,
  act text not null check (act in ('update', 'delete', 'undo')),
  undoes uuid references bulk_jobs on delete cascade,
  patch jsonb,
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled')),
  total int not null default 0,
  done int not null default 0,
  skipped int not null default 0,
  request_id text not null,
  ip inet,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index bulk_jobs_actor on bulk_jobs (actor_id, created_at);
create index bulk_jobs_undoes on bulk_jobs (undoes);
create unique index bulk_jobs_undoing on bulk_jobs (undoes) where state = 'running';

-- version is the row's before the act and, once it is done, the one that the act left; before is what an update overwrote.
create table bulk_rows (
  job_id uuid not null references bulk_jobs on delete cascade,
  position int not null,
  row_id uuid not null,
  title text,
  version int,
  verdict text check (verdict in ('done', 'skipped')),
  reason text check (reason in ('unchanged', 'changed', 'gone', 'refused')),
  detail text,
  before jsonb,
  primary key (job_id, position)
);
create index bulk_rows_waiting on bulk_rows (job_id, position) where verdict is null;

create view bulk_progress as
select j.id, j.organization_id, j.actor_id, j.resource, j.act, j.undoes, j.patch, j.state, j.total, j.done, j.skipped,
  j.created_at, j.finished_at, coalesce(u.done, 0)::int as undone,
  j.act <> 'undo' and j.state <> 'running' and j.done > coalesce(u.done, 0)
    and not coalesce(u.running, false) as undoable
from bulk_jobs j
left join lateral (
  select sum(done) as done, bool_or(state = 'running') as running from bulk_jobs where undoes = j.id
) u on true;

create view bulk_results as
select r.row_id as id, r.job_id, r.position, r.title, r.reason, r.detail, j.organization_id, j.actor_id,
  coalesce(r.verdict, case j.state when 'running' then 'waiting' else 'left' end) as verdict
from bulk_rows r join bulk_jobs j on j.id = r.job_id;
