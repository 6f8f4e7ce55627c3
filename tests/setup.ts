import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['debug', 'info', 'log', 'warn', 'error'] as const

const unexpected: string[] = []

/** Replaces the console for each test; one that expects output says so by its own `vi.spyOn(console, …)`. */
beforeEach(() => {
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      unexpected.push(`console.${method}: ${format(...args)}`)
    })
  }
})

afterEach(() => {
  for (const method of methods) vi.mocked(console[method]).mockRestore()
  expect(unexpected.splice(0), 'unexpected console output').toEqual([])
})
