import type { ClientBase } from 'pg'
import { serviceOrganization } from '../../kit/audit.ts'

/**
 * Empties every table of the schema, whoever's rows they hold, except the migrations' own. What stays are the
 * service's organization and its super admins, without their sessions and settings.
 */
export async function clear(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(quote_ident(relname), ', ') as tables from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'kysely%'`,
  )
  await client.query(`
    create temp table kept_organizations on commit drop as select * from organizations where id = '${serviceOrganization}';
    create temp table kept_people on commit drop as select * from people where role = 'super_admin';
    truncate ${rows[0]?.tables};
    insert into organizations select * from kept_organizations;
    insert into people overriding system value select * from kept_people`)
}
