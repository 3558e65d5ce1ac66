import { useEffect, useState } from 'react'
import { callAt, servers } from 'stowage/web'
import { Failure } from 'stowage'
import { Field, Select } from 'stowage/ui'
import { buckets } from 'stowage/plugins/buckets'
import * as messages from '../../messages.ts'

/** A server other than the one of this page. */
export type OtherServer = { name: string; path: string }

/** The other server of this name; `undefined` for the one of this page. */
export const otherServer = (name: string): OtherServer | undefined =>
  name === servers?.current ? undefined : servers?.all.find((server) => server.name === name)

/** Names of the buckets at another server, for the account that is signed in there. */
export const useBucketsAt = (path: string | undefined) => {
  const [state, setState] = useState<{ names?: readonly string[]; error?: Failure }>({})
  useEffect(() => {
    setState({})
    if (path === undefined) return
    let isCurrent = true
    callAt(path, buckets.list).then(
      ({ buckets: all }) => isCurrent && setState({ names: all.map(({ name }) => name) }),
      (error: unknown) =>
        isCurrent && setState({ error: error instanceof Failure ? error : new Failure(0, String(error)) }),
    )
    return () => void (isCurrent = false)
  }, [path])
  return state
}

type TargetServerProps = { value: string; error: Failure | undefined; onChange: (name: string) => void }

/** Chooses the server that objects are copied to. */
export const TargetServer = ({ value, error, onChange }: TargetServerProps) => {
  const other = otherServer(value)
  return (
    <>
      <Field label="Server" error={error && (error.status === 401 ? messages.notSignedInAt(value) : error.message)}>
        <Select
          value={value}
          options={(servers?.all ?? []).map(({ name }) => ({ value: name, label: name }))}
          onChange={onChange}
        />
      </Field>
      {other && error?.status === 401 && (
        <a href={`${other.path}/`} target="_blank" rel="noopener">
          {`Sign in to ${other.name}`}
        </a>
      )}
    </>
  )
}
