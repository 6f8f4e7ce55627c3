import type { DataProvider } from '@refinedev/core'

/** The provider itself loads with the first screen that reads or writes through it. */
const provider = async () => (await import('./rest.ts')).rest

/** Refine's way to the API: {@link rest}, once it is needed. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: async given => (await provider()).getList(given),
  getMany: async given => (await provider()).getMany(given),
  getOne: async given => (await provider()).getOne(given),
  create: async given => (await provider()).create(given),
  update: async given => (await provider()).update(given),
  deleteOne: async given => (await provider()).deleteOne(given),
}
