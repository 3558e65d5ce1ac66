import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../lib/suite.ts'
import { temporaryFolder } from '../lib/temporary-folder.ts'
import { contrastOf, MUTED_TEXT } from '../../server/branding.ts'
import { readConfig } from '../../server/config.ts'
import { createPage } from '../../server/page.ts'

const test = suite('branding')
const folder = temporaryFolder('brand')

const refuses = (env: Record<string, string>, message: RegExp) => assert.throws(() => readConfig({}, env), message)

test('a color on which texts could not be read is refused with its contrast', () => {
  assert.is(contrastOf('#000000', '#ffffff').toFixed(0), '21')
  assert.is(readConfig({}, { CONSOLE_BRAND_COLOR: '#102a5c' }).brand?.color, '#102a5c')
  refuses(
    { CONSOLE_BRAND_COLOR: '#ffcc00' },
    /"#ffcc00", on which light texts have a contrast of 1\.\d; choose a darker/,
  )
  refuses({ CONSOLE_BRAND_COLOR: 'navy' }, /it must be a color such as #102a5c/)
})

test('the contrast is that of the dimmest text of the themes on the color', () => {
  assert.match(readFileSync('themes/dark.css.ts', 'utf8'), `muted: '${MUTED_TEXT}'`)
})

test('names, texts and addresses are checked', () => {
  assert.is(readConfig({}, {}).brand, undefined)
  refuses({ CONSOLE_BRAND_NAME: 'x'.repeat(41) }, /one line of at most 40 characters/)
  refuses({ CONSOLE_BRAND_TEXT: 'a\nb' }, /one line of at most 300 characters/)
  refuses({ CONSOLE_BRAND_SUPPORT: 'javascript:alert(1)' }, /must be an http, https or mailto address/)
})

test('a logo is a small picture', () => {
  const write = (name: string, size: number) => {
    writeFileSync(join(folder, name), Buffer.alloc(size))
    return join(folder, name)
  }
  const path = readConfig({}, { CONSOLE_BRAND_LOGO: write('a.PNG', 10) }).brand?.logo?.path
  assert.match(path ?? '', /^assets\/brand-[0-9a-f]{12}\.png$/)
  refuses({ CONSOLE_BRAND_LOGO: write('a.html', 10) }, /a logo is an SVG, PNG or WebP file/)
  refuses({ CONSOLE_BRAND_LOGO: write('b.png', 65 * 1024) }, /more than 64 KiB/)
  refuses({ CONSOLE_BRAND_LOGO: join(folder, 'none.svg') }, /cannot be read \(ENOENT\)/)
})

test('texts of the operator cannot leave their place in the page', () => {
  const template = '<title>Stowage</title><!-- screen --><!-- initial state -->'
  const screens = { login: { unreachable: { title: 'Login · Stowage', html: 'own' } }, frame: { title: '', html: '' } }
  const branding = { name: "</title><script>$&'", text: '</script><script>' }
  const page = createPage(template, { ...screens, scripts: [] }, [], { subpath: '', branding })
  const html = page('/', { failure: { status: 503, message: '' }, certain: true }) ?? ''
  assert.match(html, /^<title>Login · &lt;\/title&gt;&lt;script&gt;\$&amp;&#x27;<\/title>/)
  assert.is(html.match(/<script/g)?.length, 1)
  assert.not.match(html, /own/)
})
