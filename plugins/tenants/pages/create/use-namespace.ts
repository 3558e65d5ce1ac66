import { useEffect, useState } from 'react'
import { call } from '../../../../core/client.ts'
import { Failure } from '../../../../core/failure.ts'
import { tenants } from '../../contract.ts'
import { creating } from '../../create/contract.ts'
import { roomOf } from '../../sizes/quota.ts'

/**
 * What there is to know of a namespace: that it can be used and its storage classes with what is left of each, or why
 * not.
 */
export type Found = { namespace: string; classes: { name: string; left: number }[]; problem?: string; missing?: true }

const look = async (namespace: string): Promise<Found> => {
  const none = { namespace, classes: [] }
  try {
    const { tenants: there } = await call(tenants.listIn, { params: { namespace } })
    if (there?.length) return { ...none, problem: 'You can only create one tenant per namespace' }
    const classes = roomOf(
      (await call(creating.quota, { params: { namespace, name: `${namespace}-storagequota` } })).elements,
    )
    return classes.length > 0 ? { namespace, classes } : { ...none, problem: 'Please enter a valid namespace' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.status === 404
      ? { ...none, problem: 'There is no such namespace yet', missing: true }
      : { ...none, problem: `Error validating if namespace already has tenants: ${error.message}` }
  }
}

/** Looks at a namespace once its name has stood for 500 ms; `again` looks at once. */
export const useNamespace = (namespace: string) => {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (namespace === '') return undefined
    let over = false
    const timer = setTimeout(() => void look(namespace).then((next) => !over && setFound(next)), 500)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [namespace])
  return {
    found: found?.namespace === namespace ? found : undefined,
    again: async () => setFound(await look(namespace)),
  }
}
