import pg from 'pg'

/**
 * Runs `work` on one connection of its own, closed afterwards; for what a pool does not suit, such as copies and
 * session settings.
 */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ application_name: 'voicedeck', ...config })
  client.on('error', () => {
    // The query that a lost connection interrupts rejects as well.
  })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
