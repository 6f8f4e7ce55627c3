/**
 * Settings given on the command line at each start, so that a new release can change them. Sized for a
 * machine of two cores shared with the server itself.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  wal_compression: 'on',
  synchronous_commit: 'on',
  fsync: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // The log must not contain data: no statements, parameters or row values.
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  // Above `error`: messages such as `invalid input syntax for type uuid: "…"` quote values. The server logs errors itself.
  log_min_messages: 'log',
}

/** Arguments of `postgres` for a cluster and a socket folder. */
export function postgresArguments(cluster: string, socketDir: string): string[] {
  // A list, in which quotes keep commas and spaces of a path together.
  const directories = `"${socketDir.replaceAll('"', '""')}"`
  const all = { ...settings, unix_socket_directories: directories }
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
