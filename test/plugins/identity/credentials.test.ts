import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { credentialsFile } from '../../../plugins/identity/pages/new-keys.tsx'

test('credentials.json holds a console list of access_key and secret_key, whatever characters they are of', () => {
  const keys = { accessKey: 'REPORTING-RO', secretKey: '"+/\\ü' }
  assert.equal(JSON.parse(credentialsFile(keys)), { console: [{ access_key: 'REPORTING-RO', secret_key: '"+/\\ü' }] })
})

test.run()
