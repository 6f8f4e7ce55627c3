-- When the installation first ran each version, to mark releases on charts.

create table releases (
  version text primary key,
  started_at timestamptz not null default now()
);
