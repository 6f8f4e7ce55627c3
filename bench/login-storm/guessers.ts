/** Guesses passwords of one account and prints the counts per status. Arguments: URL, account, guesses per second, addresses, seconds. */
import { setPriority } from 'node:os'
import { auth } from '#contract/identity/auth.ts'
import { callerFrom, atSteadyRate } from './caller.ts'

// Lowest priority: an attacker would not use the server's cores.
setPriority(10)
const [url = '', email = '', ...numbers] = process.argv.slice(2)
const [guesses = 0, addresses = 0, seconds = 0] = numbers.map(Number)
const callers = Array.from({ length: addresses }, (_, at) => callerFrom(`127.0.1.${at + 1}`, url))
const statuses = await atSteadyRate(guesses, seconds, async turn => {
  const caller = callers[turn % addresses] as ReturnType<typeof callerFrom>
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
