/**
 * The export file (.vdx), written in one pass and checked before it is used:
 *
 *     magic                 5 bytes, "VDX1\n"
 *     one section a table   PostgreSQL's COPY text format, each section a zstd stream of its own
 *     manifest              JSON: what the sections hold and where they lie
 *     trailer               8 bytes length of the manifest (big endian), 32 bytes its SHA-256, the magic again
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { z } from 'zod'

export const formatVersion = 1
export const magic = Buffer.from('VDX1\n')
const trailerLength = 8 + 32 + magic.length

/** One table: `offset`, `length` and `sha256` are of its bytes in the file. */
const Section = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  sha256: z.string(),
  offset: z.int(),
  length: z.int(),
})

const Manifest = z.object({
  format: z.literal(formatVersion),
  exported_at: z.iso.datetime(),
  /** PostgreSQL's `server_version`. */
  postgres: z.string(),
  /** Names of the migrations that made the schema, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(Section),
  /** Parents before children; `bound` and `key` as PostgreSQL prints them. */
  partitions: z.array(
    z.object({ name: z.string(), parent: z.string(), bound: z.string(), key: z.string().nullable() }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
})

export type Section = z.output<typeof Section>
export type Manifest = z.output<typeof Manifest>

/** The file is not an export, or not whole, or not what was written. */
export class DamagedExport extends Error {
  override readonly name = 'DamagedExport'

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file} cannot be imported: ${what}. Nothing was changed.`, options)
  }
}

/** Manifest and trailer as they end the file. */
export function encodeManifest(manifest: Manifest): Buffer {
  const json = Buffer.from(JSON.stringify(manifest))
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(json.length))
  return Buffer.concat([json, length, createHash('sha256').update(json).digest(), magic])
}

/** @throws {DamagedExport} when the file is cut short, is something else or comes from a newer format. */
export async function readManifest(file: string): Promise<Manifest> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  if (size < magic.length + trailerLength) throw new DamagedExport(file, 'it is too short to be an export')
  if (!(await readAt(handle, 0, magic.length)).equals(magic))
    throw new DamagedExport(file, 'it is not an export')

  const trailer = await readAt(handle, size - trailerLength, trailerLength)
  if (!trailer.subarray(40).equals(magic)) throw new DamagedExport(file, 'its end is missing')
  const length = Number(trailer.readBigUInt64BE())
  const start = size - trailerLength - length
  if (start < magic.length) throw new DamagedExport(file, 'its manifest is damaged')
  const json = await readAt(handle, start, length)
  if (!createHash('sha256').update(json).digest().equals(trailer.subarray(8, 40))) {
    throw new DamagedExport(file, 'its manifest is damaged')
  }
  const parsed = Manifest.safeParse(JSON.parse(json.toString()))
  if (!parsed.success)
    throw new DamagedExport(file, 'its format is unknown to this version', { cause: parsed.error })
  return parsed.data
}

/** The bytes of a table as they lie in the file. */
export const readSection = (file: string, { offset, length }: Section) =>
  createReadStream(file, { start: offset, end: offset + length - 1 })

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position })
  return buffer.subarray(0, bytesRead)
}
