/** Runs a command; on an error prints its message without a stack and exits with status 1. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

export const printLine = (line: string) => void process.stdout.write(`${line}\n`)
