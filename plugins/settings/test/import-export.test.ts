import { assert, test } from '../../../test/lib/suite.ts'
import { exportText } from '../import-export.ts'

test('an export excludes a target without settings, which mc refuses', () => {
  const lines = [
    { section: 'notify_webhook', target: 'ENVHOOK', values: {} },
    { section: 'api', target: '_', values: { requests_max: '7' } },
  ]
  assert.is(exportText(lines, 'omitted').text, 'api requests_max="7"\n')
  assert.not.match(exportText(lines, 'included').text, 'ENVHOOK')
})
