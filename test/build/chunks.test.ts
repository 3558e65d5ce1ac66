import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { copyProject, type Project } from '../lib/project.ts'

const test = suite("the browser's chunks")
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
  project = copyProject(
    'build',
    'build.mjs',
    'core/shims',
    'index.html',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'themes',
  )
  project.write('server/main.ts', 'process.exit()')
  project.write(
    'core/page.tsx',
    `import type { LucideIcon } from 'lucide-react'\nimport Trash2 from 'lucide-react/icons/trash-2'\nexport const icon: LucideIcon = Trash2`,
  )
})

test.before.each(() => {
  project.write(
    'core/main.tsx',
    `import '../themes/all.ts'
     import X from 'lucide-react/icons/x'
     import { createRoot } from 'react-dom/client'
     createRoot(document.body).render(<X />)
     void import('./page.tsx')`,
  )
})

test.after(() => project.remove())

test('an icon is fetched with the page that shows it, not with the first one', () => {
  const [first] = chunksWith('icons/x.mjs')
  const [page, ...others] = chunksWith('icons/trash')
  assert.ok(first && page)
  assert.equal(others, [])
  assert.is(
    Object.keys(first.inputs).some((path) => path.includes('icons/trash')),
    false,
  )
})

test('an icon that there is not is named', () => {
  project.write('core/main.tsx', `import NoSuchIcon from 'lucide-react/icons/no-such-icon'\nconsole.log(NoSuchIcon)`)
  const { ended, errors } = build()
  assert.is(ended, 1)
  assert.match(errors, /core\/main.tsx:1:\d+.*lucide-react\/icons\/no-such-icon/s)
})

test.run()
