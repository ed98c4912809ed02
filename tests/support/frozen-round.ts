/** A round of the whitelist in a test: its admin, its calls, and the way to its end. */
import { ADMIN, type ProductOptions, send, startProduct } from './in-process-product.ts';

export async function startRounds(options: ProductOptions = {}) {
  const product = await startProduct({ ...options, config: ADMIN });
  const admin = await product.collector('boss');

  const rounds = () => admin.client.call('GET /api/booster-pack/rounds', {});
  const current = async () => {
    const id = String((await rounds())[0]!.id);
    // Asked for by its id: the list may come from memory, and another server may have gone on with it.
    return admin.client.call('GET /api/booster-pack/rounds/{id}', { params: { id } });
  };
  const setTimes = async (opensAt: string | null, closesAt: string | null) =>
    admin.client.call('PATCH /api/admin/booster-pack/rounds/{id}', {
      params: { id: String((await current()).id) },
      body: { opensAt, closesAt },
    });

  return {
    product,
    close: product.close,
    admin,
    rounds,
    current,
    setTimes,
    /** A collector with so many cards, all of them registered at once. */
    async registered(name: string, count = 5) {
      const person = await product.collector(name);
      const cards = product.mint(person.address, count);
      const { id } = await person.client.register(cards);
      return { ...person, cards, entryId: id };
    },
    closeNow: () => setTimes(null, product.clock.now().toISOString()),
    /** Asks for the freeze with the number of registrations that there are. */
    async askFreeze() {
      const { registrations } = await admin.client.call(
        'GET /api/booster-pack/whitelist/totals',
        {},
      );
      return admin.client.call('POST /api/admin/booster-pack/rounds/{id}/freeze', {
        params: { id: String((await current()).id) },
        body: { registrations },
      });
    },
    /** One pass over the wallets that are left, half a minute later, when all may be read again. */
    async pass(server: { app: { runJob(name: string): Promise<void> } } = product) {
      await product.clock.advance(31_000);
      await server.app.runJob('freeze the round');
      return current();
    },
    async lines(path: string): Promise<string[]> {
      const { status, text } = await send(product, 'GET', path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
      return text.split('\n').slice(0, -1);
    },
  };
}
