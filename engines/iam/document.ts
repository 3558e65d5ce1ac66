export type Value = string | number | boolean

/** Operator → key → values, as in `{ StringLike: { 's3:prefix': ['home/*'] } }`. */
export type Condition = Readonly<Record<string, Readonly<Record<string, readonly Value[]>>>>

/** A statement in which every single string of the JSON has become a list. */
export type Statement = {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Action?: string[]
  NotAction?: string[]
  Resource?: string[]
  NotResource?: string[]
  Condition?: Condition
}

export type PolicyDocument = { ID?: string; Version: string; Statement: Statement[] }

const everything = ['arn:aws:s3:::*']

const allowStatement = (Action: string[], Resource?: string[]): Statement => ({
  Effect: 'Allow',
  Action,
  ...(Resource && { Resource }),
})

const policyOf = (...statements: Statement[]): PolicyDocument => ({ Version: '2012-10-17', Statement: statements })

const diagnosis = 'Profiling ServerTrace ConsoleLog ServerInfo TopLocksInfo OBDInfo BandwidthMonitor Prometheus'

export const builtInPolicies: ReadonlyMap<string, PolicyDocument> = new Map([
  [
    'consoleAdmin',
    policyOf(allowStatement(['admin:*']), allowStatement(['kms:*']), allowStatement(['s3:*'], everything)),
  ],
  [
    'diagnostics',
    policyOf(
      allowStatement(
        diagnosis.split(' ').map((name) => `admin:${name}`),
        everything,
      ),
    ),
  ],
  ['readonly', policyOf(allowStatement(['s3:GetBucketLocation', 's3:GetObject'], everything))],
  ['readwrite', policyOf(allowStatement(['s3:*'], everything))],
  ['writeonly', policyOf(allowStatement(['s3:PutObject'], everything))],
])
