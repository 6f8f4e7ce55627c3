-- Undoing a bulk change or an import from the activity log, which outlives the jobs.
create index activity_logs_job on activity_logs ((coalesce(details ->> 'bulk_job', details ->> 'import')), resource_id)
where source = 'server' and coalesce(details ->> 'bulk_job', details ->> 'import') is not null;
create index activity_logs_undoes on activity_logs ((details ->> 'undoes'))
where source = 'server' and action = 'bulk_undo';

drop view bulk_results;
drop view bulk_progress;

-- An undo also undoes imports, and jobs that were deleted meanwhile.
alter table bulk_jobs drop constraint bulk_jobs_undoes_fkey;
alter table bulk_jobs add column undone int not null default 0;
update bulk_jobs j set undone = u.done
from (select undoes, sum(done) as done from bulk_jobs where undoes is not null group by undoes) u
where u.undoes = j.id;

-- The values to return to are read from the activity log. Instances of the previous release still write
-- bulk_rows.before while they are being replaced.
-- What was changed since: [{"field", "at", "log_id"}].
alter table bulk_rows add column changes jsonb not null default '[]';
alter table bulk_rows drop constraint bulk_rows_reason_check;
alter table bulk_rows add constraint bulk_rows_reason_check
  check (reason in ('unchanged', 'changed', 'gone', 'refused', 'erased', 'unreadable', 'referenced'));

create view bulk_progress as
select j.id, j.organization_id, coalesce(j.actor_id, j.api_key_id) as actor_id, j.resource, j.act, j.undoes, j.patch, j.state,
  j.total, j.done, j.skipped, j.undone, j.created_at, j.finished_at,
  j.state <> 'running' and j.done > j.undone
    and not exists (select from bulk_jobs u where u.undoes = j.id and u.state = 'running') as undoable
from bulk_jobs j;

create view bulk_results as
select r.row_id as id, r.job_id, r.position, r.title, r.reason, r.detail, j.organization_id,
  coalesce(j.actor_id, j.api_key_id) as actor_id,
  coalesce(r.verdict, case j.state when 'running' then 'waiting' else 'left' end) as verdict, r.refusals, r.changes
from bulk_rows r join bulk_jobs j on j.id = r.job_id;
