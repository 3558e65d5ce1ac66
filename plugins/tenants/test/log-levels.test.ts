import { assert, suite } from '../../../test/lib/suite.ts'
import { isAtLeast, levelsOf } from '../details/pages/log-levels.ts'

const test = suite('levels of log lines')

test('the level is read from the formats of MinIO, zap, klog and JSON', () => {
  const lines = {
    'WARNING: Detected default credentials': 'warning',
    'ERROR Unable to initialize the drive': 'error',
    'Error: drive not found (cmd.StorageErr)': 'error',
    'FATAL Invalid command line': 'error',
    'INFO: Exiting on signal: TERMINATED': 'info',
    '2026-11-26T10:00:00Z WARN: taking drive /export3 offline': 'warning',
    '2026-11-26T10:00:00.000Z\tERROR\tcontroller/main.go:10\tfailed': 'error',
    '[WARN] deprecated setting': 'warning',
    'time="2026-11-26T10:00:00Z" level=warning msg="slow"': 'warning',
    'E1126 10:00:00.000000       1 reflector.go:138] Failed to watch': 'error',
    'W1126 10:00:00.000000       1 warnings.go:70] deprecated': 'warning',
    'I1126 10:00:00.000000       1 main.go:1] Started': 'info',
    '{"level":"FATAL","error":{"message":"no drives"}}': 'error',
    '{"severity":"warn","message":"slow"}': 'warning',
    '{"message":"error: in a message only"}': 'info',
    'Errors were not found': 'info',
    'MinIO Object Storage Server': 'info',
    '{ broken': 'info',
  } as const
  for (const [line, level] of Object.entries(lines)) assert.equal([line, ...levelsOf([line])], [line, level])
})

test('stack traces and the lines above an error of MinIO belong to the error', () => {
  const error = [
    'API: SYSTEM.storage',
    'Time: 10:00:00 UTC 11/26/2026',
    'DeploymentID: 8f1c',
    'Error: drive not found',
    '       3: internal/logger/logger.go:258:logger.LogIf()',
    '       2: cmd/logging.go:145:cmd.storageLogIf()',
  ]
  const lines = ['API: http://10.0.0.1:9000', 'Documentation: https://min.io', ...error, 'INFO: Healed', '  1 object']
  assert.equal(levelsOf(lines), ['info', 'info', ...error.map(() => 'error' as const), 'info', 'info'])
})

test('a trace with a time in front of each line belongs to its error, too', () => {
  const time = '2026-11-26T10:00:00Z '
  assert.equal(levelsOf([`${time}Error: drive failed`, `${time}       8: logger.go:271`, `${time}INFO: done`]), [
    'error',
    'error',
    'info',
  ])
})

test('a filter includes more severe levels', () => {
  const linesFrom = (least: 'info' | 'warning' | 'error') =>
    (['info', 'warning', 'error'] as const).filter((level) => isAtLeast(level, least))
  assert.equal(
    [linesFrom('info'), linesFrom('warning'), linesFrom('error')],
    [['info', 'warning', 'error'], ['warning', 'error'], ['error']],
  )
})
