-- Which claim took a delivery up last: if the answer to a claim was lost, its deliveries are given back at once instead of
-- when their lease expires.
alter table deliveries add column claim uuid;
