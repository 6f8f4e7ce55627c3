/**
 * `node audit-verify-file.mjs FILE [--anchor NUMBER:HASH]` verifies an export of sealed activity logs without the server:
 * no row was changed, added, removed or reordered since it was sealed. It requires only Node 18 and shares no code with
 * the server, so that each checks the other.
 *
 * A row's leaf is sha256(00 ‖ sha256(lasting) ‖ p), p being sha256(salt ‖ personal) or, once the row was erased, the
 * digest that was kept of it. A seal's root is the Merkle tree hash of its leaves (RFC 6962, section 2.1), its hash
 * sha256(02 ‖ [number, sealed_at, size, root, previous] as JSON), `previous` being the hash of the seal before.
 *
 * An anchor is printed by an earlier verification; with it, a chain that was rebuilt as a whole is detected too.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** @param {...(string | Uint8Array)} pieces */
const sha256 = (...pieces) =>
  pieces
    .reduce(
      (/** @type {import('node:crypto').Hash} */ hash, piece) => hash.update(piece),
      createHash('sha256'),
    )
    .digest()

/** @param {string} text */
const bytes = text => Buffer.from(text, 'hex')

/** @param {Buffer[]} leaves @returns {Buffer} */
function rootOf(leaves) {
  const [first] = leaves
  if (!first || leaves.length === 1) return first ?? sha256('')
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** @typedef {{ lasting: unknown[], personal?: unknown[], salt?: string, erased?: string, leaf: string }} Row */
/** @typedef {{ number: number, sealed_at: string, size: number, root: string, previous: string, hash: string }} Seal */
/** @typedef {{ number: number, hash: string }} Anchor */

/** @param {Row} row */
function leafOf({ lasting, personal, salt = '', erased }) {
  const second = erased ? bytes(erased) : sha256(bytes(salt), JSON.stringify(personal))
  return sha256(Buffer.of(0), sha256(JSON.stringify(lasting)), second)
}

/** @param {Seal} seal */
const hashOf = ({ number, sealed_at, size, root, previous }) =>
  sha256(Buffer.of(2), JSON.stringify([number, sealed_at, size, root, previous]))

/** A deviation from the sealed state; names the row or the seal. */
class Fault extends Error {}

/** @param {boolean} holds @param {string} otherwise */
function prove(holds, otherwise) {
  if (!holds) throw new Fault(otherwise)
}

/** Verifies a file line by line in constant memory. @throws {Fault} at the first deviation */
class Proof {
  seals = 0
  rows = 0
  erased = 0
  begin = ''
  end = ''
  ended = false
  /** Whether the anchor's seal was found. */
  anchored = false
  /** @type {Seal | undefined} */
  seal
  /** @type {Buffer[]} */
  leaves = []

  /** @param {Anchor | undefined} anchor */
  constructor(anchor) {
    this.anchor = anchor
  }

  /** @param {Record<string, any>} line @param {number} number */
  take(line, number) {
    prove(!this.ended, `line ${number} comes after the end`)
    if (number === 1) {
      prove(line.title === 'Voicedeck activity log' && line.format === 1, 'this is not a file of sealed logs')
    } else if (line.seal) this.takeSeal(line.seal)
    else if (line.end) this.takeEnd(line.end)
    else this.takeRow(/** @type {Row & { missing?: string }} */ (line))
  }

  /** @param {Seal} next */
  takeSeal(next) {
    this.closeSeal()
    const { seal } = this
    if (seal) {
      prove(next.number === seal.number + 1, `seal ${seal.number + 1} is missing`)
      prove(next.previous === seal.hash, `seal ${next.number} does not follow from the one before`)
    }
    this.seal = next
    this.leaves = []
  }

  /** @param {Row & { missing?: string }} row */
  takeRow(row) {
    const { seal } = this
    if (!seal) throw new Fault('a row precedes the first seal')
    prove(!row.missing, `row ${row.missing} of seal ${seal.number} was removed`)
    const leaf = leafOf(row)
    prove(leaf.equals(bytes(row.leaf)), `row ${row.lasting[1]} of seal ${seal.number} was changed`)
    this.leaves.push(leaf)
    this.rows += 1
    if (row.erased) this.erased += 1
  }

  closeSeal() {
    const { seal, leaves, anchor } = this
    if (!seal) return
    const { number, size, root, hash } = seal
    prove(leaves.length === size, `seal ${number} covers ${size} rows, but the file has ${leaves.length}`)
    prove(rootOf(leaves).equals(bytes(root)), `the rows of seal ${number} were changed or reordered`)
    prove(hashOf(seal).equals(bytes(hash)), `seal ${number} was changed`)
    if (anchor?.number === number) {
      prove(anchor.hash === hash, `seal ${number} differs from the anchor's`)
      this.anchored = true
    }
    this.seals += 1
    this.end = `${number}:${hash}`
    this.begin ||= this.end
  }

  /** @param {{ seals: number, rows: number }} end */
  takeEnd({ seals, rows }) {
    this.closeSeal()
    this.ended = true
    prove(seals === this.seals && rows === this.rows, 'its last line does not match the rows')
  }
}

/** @param {string} text @returns {Anchor | undefined} */
function readAnchor(text) {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  return hash ? { number: Number(number), hash } : undefined
}

/** @param {string} text @param {number} number */
function parsed(text, number) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault(`line ${number} cannot be read`)
  }
}

const printLine = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`)

/** @param {string[]} args */
async function main([file, option, value]) {
  const anchor = option === '--anchor' ? readAnchor(value ?? '') : undefined
  if (!file || (option && !anchor)) {
    printLine('Usage: node audit-verify-file.mjs FILE [--anchor NUMBER:HASH]')
    process.exitCode = 2
    return
  }
  const proof = new Proof(anchor)
  let number = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    number += 1
    proof.take(parsed(text, number), number)
  }
  prove(proof.ended, 'the file was truncated')
  const { seals, rows, erased, begin, end, anchored } = proof
  printLine(`whole: ${rows} rows in ${seals} seals, of which ${erased} rows were erased`)
  if (seals > 0) printLine(`from ${begin}\nto   ${end}`)
  if (anchor)
    printLine(anchored ? 'the anchor matches' : `seal ${anchor.number} of the anchor is not in this file`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  printLine(error instanceof Fault ? `broken: ${error.message}` : String(error))
  process.exitCode = 1
}
