/** Guesses passwords of one account: URL, account, guesses a second, addresses, seconds; tells how often each status came. */
import { setPriority } from 'node:os'
import { auth } from '#contract/identity/auth.ts'
import { from, steadily } from './caller.ts'

// Who attacks brings cores of their own: making the storm is not to take the server's.
setPriority(10)
const [url = '', email = '', ...numbers] = process.argv.slice(2)
const [guesses = 0, addresses = 0, seconds = 0] = numbers.map(Number)
const callers = Array.from({ length: addresses }, (_, at) => from(`127.0.1.${at + 1}`, url))
const statuses = await steadily(guesses, seconds, async turn => {
  const caller = callers[turn % addresses] as ReturnType<typeof from>
  const guess = caller.ask(auth.login, { email, password: `guess ${turn}` })
  return guess.then(
    ({ status }) => status,
    () => 'cut off',
  )
})
const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all = []]) => [
  status,
  all.length,
])
process.send?.(Object.fromEntries(counts), () => process.exit())
