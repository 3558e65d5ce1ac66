import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { assert, suite } from '../../lib/suite.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'
import { createSecretBox } from '../../../engines/lib/secret-box.ts'

const test = suite('the box for secrets')

test('a key that could not be read is read again', async () => {
  const folder = temporaryFolder('secret-box')
  const file = join(folder, 'secrets.key')
  // a folder in place of the file cannot be read
  mkdirSync(file)
  const box = createSecretBox(folder)
  assert.is(await box.seal('text').catch(({ code }) => code), 'EISDIR')
  rmdirSync(file)
  const sealed = await box.seal('text')
  assert.is(await createSecretBox(folder).unseal(sealed), 'text')
})
