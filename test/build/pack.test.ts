import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert, test } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { dist } from '../lib/dist.ts'
import { freePort, startProgram } from '../../testing/process.ts'

test('the `npm pack` archive runs wherever it is installed', async () => {
  const folder = temporaryFolder('pack')
  // packed as it was built for these tests
  const source = join(folder, 'source')
  mkdirSync(source)
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(file, join(source, file))
  cpSync('core', join(source, 'core'), { recursive: true })
  cpSync(dist, join(source, 'dist'), { recursive: true })
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--offline', '--json', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
  })
  assert.is(packed.status, 0, packed.stderr)
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }]
  assert.equal([...new Set(files.map(({ path }) => path.split('/')[0]))].sort(), [
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ])

  const modules = join(folder, 'elsewhere', 'node_modules')
  mkdirSync(modules, { recursive: true })
  execFileSync('tar', ['xzf', join(folder, filename), '-C', modules])
  const installed = join(modules, 'package')
  symlinkSync(resolve('node_modules'), join(installed, 'node_modules'))
  const { bin, scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    bin: { stowage: string }
    scripts: Record<string, string>
  }
  assert.ok(scripts.prepack, 'what is packed would not be what the sources are')
  const program = join(installed, bin.stowage)
  // as npm does for the files in `bin`
  chmodSync(program, 0o755)
  assert.ok(statSync(program).isFile())

  const url = `http://127.0.0.1:${await freePort()}`
  const env = { CONSOLE_ROOT_USER: 'admin', CONSOLE_ROOT_PASSWORD: 'correct-horse-battery' }
  const args = ['--port', new URL(url).port, '--data', join(folder, 'data')]
  const running = await startProgram(program, args, { env, isReady: async () => (await fetch(`${url}/readyz`)).ok })
  assert.match(await (await fetch(`${url}/login`)).text(), /<script type="module" src="\/assets\//)
  await running.stop()
})
