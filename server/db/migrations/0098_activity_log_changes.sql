-- The changes of a kind of record after an instant, from which its rows of the past are reconstructed.
create index activity_logs_changes on activity_logs (resource_type, "timestamp")
where source = 'server' and action in ('create', 'update', 'delete', 'restore', 'role_mapped');
