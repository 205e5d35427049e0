import { itemVerbs } from '@/usecases/items/item-records';
import { priceListVerbs } from '@/usecases/price-lists/price-list-records';
import { priceVerbs } from '@/usecases/price-lists/prices';
import { unitVerbs } from '@/usecases/units-of-measure/unit-records';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { PRICE_LISTS, PRODUCTS, UNITS } from '../story/sales/products';
import { VENDORS } from '../story/vendors';
import { each, type Stage } from './stage';
import { addressOf } from './structure';

/** Units with their conversions, items, price lists with last year's and this year's prices. */
export async function buildCatalogue(stage: Stage): Promise<void> {
  for (const { code, name, symbol, category, base, factor } of UNITS) {
    const { id } = await stage.run('admin', unitVerbs.create, {
      code,
      name,
      symbol,
      category,
      baseUnitId: stage.ids.find('unit', base),
      conversionFactor: factor ?? null,
    });
    stage.ids.set('unit', code, id);
  }
  await each(PRODUCTS, 8, async (product) => {
    const { id } = await stage.run('controller', itemVerbs.create, {
      code: product.code,
      name: product.name,
      description: product.description,
      itemType: product.itemType,
      unitId: stage.ids.get('unit', product.unit),
      revenueAccountId: stage.ids.get('account', product.account),
    });
    stage.ids.set('item', product.code, id);
  });
  await each(PRICE_LISTS, 3, ({ code }) => buildPriceList(stage, code));
}

async function buildPriceList(stage: Stage, code: string): Promise<void> {
  const list = PRICE_LISTS.find((one) => one.code === code);
  if (list === undefined) return;
  const lastYear = stage.timeline.start;
  const thisYear = `${stage.timeline.thisMonth.year}-01-01`;
  const { id: priceListId } = await stage.run('controller', priceListVerbs.create, {
    code,
    name: list.name,
    currencyCode: list.currency,
    isDefault: list.isDefault,
    validFrom: lastYear,
  });
  stage.ids.set('price-list', code, priceListId);
  const dated = PRODUCTS.flatMap((product) => {
    const [before, now] = product.price[list.currency];
    const itemId = stage.ids.get('item', product.code);
    return [
      { priceListId, itemId, unitPrice: before, validFrom: lastYear },
      { priceListId, itemId, unitPrice: now, validFrom: thisYear },
    ];
  });
  await each(dated, 3, (price) => stage.run('controller', priceVerbs.create, price));
}

/** The 25 vendors, each with the account its bills are posted to. */
export async function buildVendors(stage: Stage): Promise<void> {
  await each(VENDORS, 8, async (vendor) => {
    const { id } = await stage.run('controller', vendorVerbs.create, {
      code: vendor.code,
      name: vendor.name,
      description: vendor.description,
      email: vendor.email,
      phone: vendor.phone,
      address: addressOf(vendor.address),
      paymentTerms: vendor.terms,
      currencyCode: vendor.currency,
      defaultExpenseAccountId: stage.ids.get('account', vendor.account),
    });
    stage.ids.set('vendor', vendor.key, id);
  });
}
