import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { parse } from 'yaml'
import { test } from '#tests/fixtures/api.ts'

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const rules = async (): Promise<Rules['groups'][number]['rules']> =>
  (parse(await readFile('deploy/prometheus/rules.yaml', 'utf8')) as Rules).groups.flatMap(
    group => group.rules,
  )
const dashboard = async (): Promise<Dashboard> =>
  JSON.parse(await readFile('deploy/grafana/voicedeck.json', 'utf8'))

/** Metrics named in an expression, without the one that Prometheus itself makes. */
const metricsIn = (expression: string) => expression.match(/\bvoicedeck_\w+/g) ?? []

describe('rules and dashboard', () => {
  test('name only metrics and labels that /metrics has', async ({ api }) => {
    // A call, so that the histogram has its labels.
    await api.app.inject('/api/health')
    const { body } = await api.app.inject('/metrics')
    // A metric of something that is not set up has a type, and no samples.
    const offered = new Set(body.match(/(?<=^(?:# TYPE )?)voicedeck_\w+/gm))
    const expressions = [
      ...(await rules()).map(({ expr }) => expr),
      ...(await dashboard()).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
    const named = expressions.flatMap(metricsIn)
    expect(named.length).toBeGreaterThan(15)
    for (const metric of named) expect(offered, metric).toContain(metric)
    const calls = body.match(/^voicedeck_http_request_duration_seconds_count\{(.*)\}/m)?.[1]
    expect(calls?.match(/\w+(?==)/g)).toEqual(['method', 'path', 'status'])
    expect(body).toContain('voicedeck_database_connections{state="waited_for"}')
    expect(body).toMatch(/^voicedeck_database_up 1$/m)
    expect(body).toMatch(/^voicedeck_alarm_queue_lag_seconds 0$/m)
  })

  test('have a runbook for every alert', async () => {
    const headings = (await readFile('docs/operations.md', 'utf8'))
      .match(/^### .+$/gm)
      ?.map(line => `docs/operations.md#${line.slice(4).toLowerCase().replaceAll(' ', '-')}`)
    for (const { alert, annotations } of await rules())
      expect(headings, alert).toContain(annotations.runbook_url)
  })
})

describe.runIf(spawnSync('promtool', ['--version']).error === undefined)(
  'promtool (Debian: prometheus)',
  () => {
    const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

    test('accepts the rules, and they fire when they should', () => {
      const checked = promtool('check', 'rules', 'deploy/prometheus/rules.yaml')
      expect(checked.status, checked.stderr).toBe(0)
      const tested = promtool('test', 'rules', 'deploy/prometheus/rules-test.yaml')
      expect(tested.status, tested.stdout + tested.stderr).toBe(0)
    })
  },
)
