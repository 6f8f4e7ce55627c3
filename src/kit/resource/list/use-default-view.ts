import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListSettings } from './use-list-settings.ts'

/** Opens a list that is entered by its bare address with the view that the person chose for that. */
export function useDefaultView({ preferences, views, known }: ListSettings) {
  const { search } = useLocation()
  const navigate = useNavigate()
  // Once the list is open, its bare address is what someone sees who cleared all filters.
  const isEntered = useRef(true)
  const wanted = views.find(({ id }) => id === preferences.default_view)
  useEffect(() => {
    if (!isEntered.current || (!known && search === '')) return
    isEntered.current = false
    if (search === '' && wanted?.search) void navigate({ search: `?${wanted.search}` }, { replace: true })
  }, [known, wanted, search, navigate])
}
