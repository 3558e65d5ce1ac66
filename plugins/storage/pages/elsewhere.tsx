import { Redirect } from '../../../core/location.ts'

/** Any other path under /storage leads to the volumes (spec/3 2). */
export default function Elsewhere() {
  return <Redirect to="/storage/volumes" replace />
}
