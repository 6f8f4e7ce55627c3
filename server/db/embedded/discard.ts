import { mkdir, realpath, rm } from 'node:fs/promises'
import { lockInstance } from './instance-lock.ts'
import { layoutOf } from './layout.ts'
import { resolvePredecessor } from './predecessor.ts'

/**
 * Deletes the embedded database of a data folder, whatever state it is in; the folder's other files stay.
 * @throws {DataFolderInUse} while a server runs on it.
 */
export async function discard(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { cluster, dataDir: folder } = layoutOf(await realpath(dataDir))
  const lock = lockInstance(folder)
  try {
    const predecessor = await resolvePredecessor(cluster)
    await predecessor?.postmaster.stop()
    await rm(cluster, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}
