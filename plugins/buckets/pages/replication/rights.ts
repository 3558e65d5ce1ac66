import { useRefusals } from 'stowage/web'

/** Why the account may not perform each replication action. */
export const useReplicationRefusals = (bucket: string) => {
  const refusal = useRefusals({
    read: { action: 's3:GetReplicationConfiguration', bucket },
    put: { action: 's3:PutReplicationConfiguration', bucket },
    see: { action: 'admin:GetBucketTarget' },
    set: { action: 'admin:SetBucketTarget' },
    reset: { action: 's3:ResetBucketReplicationState', bucket },
    diff: { action: 'admin:ReplicationDiff' },
  })
  return {
    change: refusal('read', 'put', 'see', 'set'),
    resync: refusal('read', 'reset'),
    look: refusal('read', 'diff'),
  }
}
