import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { encode } from '#server/modules/conversations/safety-watch/models/linear.ts'
import type { Member, Order } from './training/danger-member.ts'
import { dangerInputs, dangerSettings } from './training/danger-settings.ts'
import { averaged, quantized } from './training/logistic.ts'

/**
 * Trains the model of dangers: `node scripts/train-danger.ts FOLDER`, which holds `goemotions/` and `xlm-t/`, writes
 * `models/danger.bin`. It learns from the labelled corpus (`training/corpus`), with typing errors and harmless words put
 * around, from frames (`training/frames`), and from harmless comments and tweets. Nothing of it depends on the rules, which
 * change without a new training. The model is the mean of several members, each trained with other typing errors and another
 * order, as many at a time as there are cores and memory for: what only one of them learned by chance counts for less,
 * as in an ensemble of networks (Hansen and Salamon, 1990). `--aside=FOLD` leaves the families of a fold out, so that
 * `eval-corpus.ts --fold=FOLD` measures on what the model has not seen. The same data give the same weights, and
 * `models/danger-inputs.txt` says from which they were made. `--check` writes nothing and fails where the committed model
 * is another.
 */
const {
  positionals: [folder],
  values: { aside, check },
} = parseArgs({
  allowPositionals: true,
  options: { aside: { type: 'string' }, check: { type: 'boolean', default: false } },
})
if (!folder) throw new Error('Specify the folder of the training data')

/** What training a member takes, in bytes. */
const memoryOfMember = 4e9

function train(order: Order): Promise<Member> {
  const worker = new Worker(new URL('./training/danger-member.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: memoryOfMember / 1e6 },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

const orders = Array.from({ length: dangerSettings.members }, (_, at) => ({ folder, aside, member: at + 1 }))
const members = new Map<Order, Member>()
const waiting = orders.values()
async function trainNext(): Promise<void> {
  for (const order of waiting) {
    const member = await train(order)
    members.set(order, member)
    console.log(`member ${order.member}: ${member.summary}`)
  }
}
const atOnce = Math.max(1, Math.min(availableParallelism(), Math.floor(freemem() / memoryOfMember)))
await Promise.all(Array.from({ length: atOnce }, trainNext))

// In the same order whoever finished first: sums depend on it.
const models = orders.map(order => (members.get(order) as Member).model)
const bytes = encode(quantized(averaged(models)))
const target = new URL('../server/modules/conversations/safety-watch/models/', import.meta.url)
if (check && !bytes.equals(readFileSync(new URL('danger.bin', target))))
  throw new Error('danger.bin is not what training makes of these data')
if (!check) writeFileSync(new URL('danger.bin', target), bytes)
if (!check && aside === undefined) writeFileSync(new URL('danger-inputs.txt', target), `${dangerInputs()}\n`)
console.log(`${bytes.byteLength} bytes ${check ? 'as committed' : 'written'}`)
