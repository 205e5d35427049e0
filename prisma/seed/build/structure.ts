import { accountVerbs } from '@/usecases/accounts/account-records';
import { classVerbs } from '@/usecases/classes/class-records';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { createEmployee } from '@/usecases/employees/employee-records';
import { locationVerbs } from '@/usecases/locations/location-records';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { warehouseVerbs } from '@/usecases/warehouses/warehouse-records';
import {
  CLASSES,
  DEPARTMENTS,
  EXTRA_ACCOUNTS,
  LOCATIONS,
  SUBSIDIARIES,
  type TreeNode,
  WAREHOUSES,
} from '../story/company';
import { LOGINS, PEOPLE } from '../story/people';
import { each, type Stage } from './stage';

/** The companies below the holding, which was created with the organization. */
export async function buildSubsidiaries(stage: Stage): Promise<void> {
  for (const one of SUBSIDIARIES) {
    if (one.parent === null) continue;
    const { id } = await stage.run('admin', createSubsidiary, {
      code: one.code,
      name: one.name,
      description: one.description,
      parentId: stage.ids.get('subsidiary', one.parent),
      baseCurrency: one.currency,
      countryCode: one.country,
      isElimination: one.isElimination,
      ownershipPercent: one.owned ?? '100',
    });
    stage.ids.set('subsidiary', one.key, id);
  }
}

/** Accounts, departments, classes, locations, warehouses. */
export async function buildStructure(stage: Stage): Promise<void> {
  await Promise.all([
    buildTree(stage, 'department', DEPARTMENTS, departmentVerbs.create),
    buildTree(stage, 'class', CLASSES, classVerbs.create),
    buildPlaces(stage),
    each(EXTRA_ACCOUNTS, 4, async ({ parent, currency, type, ...account }) => {
      const { id } = await stage.run('controller', accountVerbs.create, {
        ...account,
        accountType: type,
        parentId: stage.ids.get('account', parent),
        currencyCode: currency ?? null,
      });
      stage.ids.set('account', account.code, id);
    }),
  ]);
}

/** In sequence, because parents come before their children. */
async function buildTree(
  stage: Stage,
  noun: 'department' | 'class',
  nodes: readonly TreeNode[],
  create: typeof departmentVerbs.create | typeof classVerbs.create,
): Promise<void> {
  for (const [code, name, parent] of nodes) {
    const parentId = stage.ids.find(noun, parent);
    const { id } = await stage.run<never, { id: string }>('admin', create as never, { code, name, parentId });
    stage.ids.set(noun, code, id);
  }
}

async function buildPlaces(stage: Stage): Promise<void> {
  for (const { code, name, parent, timeZone, address } of LOCATIONS) {
    const { id } = await stage.run('admin', locationVerbs.create, {
      code,
      name,
      parentId: stage.ids.find('location', parent),
      timeZone: timeZone ?? null,
      address: address === undefined ? null : addressOf(address),
    });
    stage.ids.set('location', code, id);
  }
  await each(WAREHOUSES, 4, async ({ code, name, location, subsidiary, address }) => {
    const { id } = await stage.run('admin', warehouseVerbs.create, {
      code,
      name,
      locationId: stage.ids.get('location', location),
      subsidiaryId: stage.ids.get('subsidiary', subsidiary),
      address: addressOf(address),
    });
    stage.ids.set('warehouse', code, id);
  });
}

/** The employees, level by level, because each refers to a manager. */
export async function buildEmployees(stage: Stage): Promise<void> {
  const built = new Set<string>();
  while (built.size < PEOPLE.length) {
    const level = PEOPLE.filter(
      ({ key, manager }) => !built.has(key) && (manager === null || built.has(manager)),
    );
    if (level.length === 0) throw new Error('someone reports to no one the story knows');
    await each(level, 8, async (person) => {
      const number = 1001 + PEOPLE.indexOf(person);
      const login = LOGINS.find(({ employee }) => employee === person.key);
      const { id } = await stage.run('admin', createEmployee, {
        name: person.name,
        displayName: person.name,
        code: `E-${number}`,
        entityTypes: ['Employee'],
        email: `${mailbox(person.name)}@meridian.example`,
        recordStatus: person.status,
        isActive: person.status === 'active',
        subsidiaryId: stage.ids.get('subsidiary', person.subsidiary),
        departmentId: stage.ids.get('department', person.department),
        userId: login === undefined ? null : stage.ids.get('user', login.email),
        metadata: {
          employeeId: String(number),
          department: DEPARTMENTS.find(([code]) => code === person.department)?.[1] ?? person.department,
          title: person.title,
          reportsTo: stage.ids.find('employee', person.manager),
          startDate: person.startDate,
          endDate: person.endDate ?? null,
          employmentType: person.employmentType,
        },
      });
      stage.ids.set('employee', person.key, id);
    });
    for (const { key } of level) built.add(key);
  }
}

/** An address of the story as the fields of a record. */
export function addressOf([line1, city, stateProvince, postalCode, countryCode]: readonly string[]) {
  return { line1, city, stateProvince, postalCode, countryCode };
}

function mailbox(name: string): string {
  return name
    .replace(/ö/g, 'oe')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z ]+/g, '')
    .replace(/ +/g, '.');
}
