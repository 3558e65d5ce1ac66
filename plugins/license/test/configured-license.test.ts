import { assert, suite } from '../../../test/lib/suite.ts'
import { configuredLicense } from '../backend/configured-license.ts'
import { expectFailure } from '../../../test/conformance/engines.ts'
import { licenseKey, licenseConfig } from '../../../test/lib/licenses.ts'

const license = { ...licenseConfig, textInFile: undefined }
const enter = async () => undefined

const test = suite('license of a storage')

test('a license configured at startup is verified and cannot be changed from a page', async () => {
  const port = configuredLicense({ ...license, text: licenseKey({ plan: 'ENTERPRISE' }) }, enter)
  assert.is((await port.info()).plan, 'ENTERPRISE')
  await expectFailure(404, port.activate(licenseKey()), /cannot store a license/)
  await expectFailure(404, port.attach('a', 'b'), /cannot store a license/)
})

test('without a configured license there is none, and an expired one is shown with its date', async () => {
  await expectFailure(404, configuredLicense(license, enter).info(), /license not found/)
  const over = configuredLicense({ ...license, text: licenseKey({ exp: 1_700_000_000 }) }, enter)
  await over.info().then(
    () => assert.unreachable(),
    (error: { message: string; detail: string }) =>
      assert.equal([error.message, error.detail], ['license not found', 'This license expired on 2023-11-14']),
  )
})
