-- Running counts name members by number: each is found by it, however many visitors have one. See docs/adr/0019-rollups.md.
create index rollup_numbers_number on rollup_numbers (number) include (member_id);
