import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { copyProject, type Project } from '../lib/project.ts'

const test = suite('the browser\'s chunks')
let project: Project

const build = () => project.run(['build.mjs', '--meta'])

/** The chunks that hold a package's file, by a part of its path. */
const chunksWith = (part: string) => {
  const { ended, errors } = build()
  assert.is(ended, 0, errors)
  const { browser } = JSON.parse(readFileSync(join(project.root, 'dist/meta.json'), 'utf8')) as { browser: Metafile }
  return Object.values(browser.outputs).filter(({ inputs }) => Object.keys(inputs).some((path) => path.includes(part)))
}

test.before(() => {
  project = copyProject('build', 'build.mjs', 'core/shims', 'index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'themes')
  project.write('server/main.ts', 'process.exit()')
  project.write('core/page.tsx', `import { Trash2, type LucideIcon } from 'lucide-react'\nexport const icon: LucideIcon = Trash2`)
})

test.before.each(() => {
  project.write(
    'core/main.tsx',
    `import '../themes/all.ts'
     import { CircleHelp as Help,
       X } from 'lucide-react'
     import { createRoot } from 'react-dom/client'
     createRoot(document.body).render(<p><Help /><X /></p>)
     void import('./page.tsx')`,
  )
})

test.after(() => project.remove())

test('an icon is fetched with the page that shows it, not with the first one', () => {
  const [first] = chunksWith('icons/x.mjs')
  const [page, ...others] = chunksWith('icons/trash')
  assert.ok(first && page)
  assert.equal(others, [])
  assert.is(Object.keys(first.inputs).some((path) => path.includes('icons/trash')), false)
})

test('an icon is found by any of its names', () => {
  assert.is(chunksWith('icons/circle-question-mark.mjs').length, 1)
})

test('the icons of the sidebar are one chunk, without those that the first page shows', () => {
  project.write('plugins/one/plugin.ts', `import { Users, X } from 'lucide-react'\nexport default [Users, X]`)
  project.write('plugins/two/plugin.ts', `import { ShieldCheck, Package as Box } from 'lucide-react'\nexport default [ShieldCheck, Box]`)
  project.write('plugins/one/page.ts', `import { Users, Package } from 'lucide-react'\nconsole.log(Users, Package)`)
  project.write(
    'core/main.tsx',
    `import '../themes/all.ts'
     import { X } from 'lucide-react'
     console.log(X)
     for (const load of [() => import('../plugins/one/plugin.ts'), () => import('../plugins/two/plugin.ts'), () => import('../plugins/one/page.ts')]) void load()`,
  )
  const [first] = chunksWith('icons/x.mjs')
  const [chunk, ...others] = chunksWith('icons-of-the-sidebar')
  assert.ok(first && chunk && first !== chunk)
  assert.equal(others, [])
  for (const file of ['users', 'shield-check', 'package']) assert.equal(chunksWith(`icons/${file}.mjs`), [], file)
})

test('an icon that there is not is named', () => {
  project.write('core/main.tsx', `import { NoSuchIcon } from 'lucide-react'\nconsole.log(NoSuchIcon)`)
  const { ended, errors } = build()
  assert.is(ended, 1)
  assert.match(errors, /lucide-react has no icon "NoSuchIcon"/)
})

test('React is one chunk, whoever reaches which part of it', () => {
  const [chunk, ...others] = chunksWith('node_modules/react')
  assert.equal(others, [])
  for (const part of ['react/index.js', 'react/jsx-runtime.js', 'react-dom/client.js', 'scheduler/index.js'])
    assert.ok(Object.keys(chunk?.inputs ?? {}).some((path) => path.endsWith(part)), part)
})

test.run()
