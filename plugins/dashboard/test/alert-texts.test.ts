import { assert, test } from '../../../test/lib/suite.ts'
import { formatValue, sentenceOf, titleOf } from '../alerts/alert-texts.ts'

test('a metric is shown in its unit, rounded, and 1 takes the singular', () => {
  const format = (value: number, unit: string) => formatValue(value, { unit })
  assert.equal(
    [
      format(75.6, '%'),
      format(1, 'drives'),
      format(2, 'drives'),
      format(1.04, 'MiB/s'),
      format(1, 'calls/s'),
      format(0.26, '%'),
    ],
    ['76%', '1 drive', '2 drives', '1 MiB/s', '1 calls/s', '0.3%'],
  )
})

test('an alert names the metric, the threshold and the subject', () => {
  assert.is(titleOf({ metric: 'drives-offline', threshold: 0 }), 'Drives offline')
  assert.is(titleOf({ metric: 'drives-offline', threshold: 2 }), 'Drives offline above 2 drives')
  assert.is(titleOf({ metric: 'certificate-days', threshold: 30 }), 'Time until a certificate expires below 30 days')
  assert.is(
    sentenceOf({ metric: 'drives-offline', threshold: 0, value: 1, source: '/mnt/disk2' }),
    'Drives offline: 1 drive, /mnt/disk2',
  )
})
