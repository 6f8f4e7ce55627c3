import { type Server, startServer } from '../lists/server.ts'

/** Starts a server on a folder filled with `size` rows of each growing table, rolled up. */
export const startFilled = (
  folder: string,
  size: number,
  log: (line: string) => void,
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> => {
  log(`filling ${size} rows of each kind; the folder is ${folder}`)
  const kinds = ['activity-logs', 'device-events', 'translation-sessions', 'messages']
  const counts = kinds.flatMap(kind => [`--${kind}`, String(size)])
  return startServer(folder, ['--scale', '0.5', ...counts], 1, settings)
}
