import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** PostgreSQL's one-byte "char", used throughout its catalogs, which the adapter cannot read. */
const CHAR_OID = 18;

/**
 * The driver adapter under the schema engine, with a gap in @prisma/adapter-pg closed: catalog columns of type "char" are read as characters.
 * @param {string} connectionString
 */
export function engineAdapter(connectionString) {
  const factory = new PrismaPg({ connectionString, max: 2 });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    readChars(adapter, adapter.underlyingDriver());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (...args) => {
      const transaction = await startTransaction(...args);
      readChars(transaction, transaction.client);
      return transaction;
    };
    return adapter;
  };
  return factory;
}

function readChars(queryable, connection) {
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (query) => {
    try {
      return await queryRaw(query);
    } catch (error) {
      if (error.cause?.kind !== 'UnsupportedNativeDataType') throw error;
      return readAgain(connection, query);
    }
  };
}

/** The same catalog query on the plain driver, with every column typed by hand. */
async function readAgain(connection, query) {
  const { fields, rows } = await connection.query({
    text: query.sql,
    values: query.args,
    rowMode: 'array',
    types: { getTypeParser: (oid, format) => pg.types.getTypeParser(oid === CHAR_OID ? 25 : oid, format) },
  });
  return {
    columnNames: fields.map(({ name }) => name),
    columnTypes: fields.map(({ dataTypeID }) => columnType(dataTypeID)),
    rows,
  };
}

const COLUMN_TYPES = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
  1002: ColumnTypeEnum.CharacterArray,
  1003: ColumnTypeEnum.TextArray,
  1005: ColumnTypeEnum.Int32Array,
  1007: ColumnTypeEnum.Int32Array,
  1009: ColumnTypeEnum.TextArray,
};

const columnType = (oid) => COLUMN_TYPES[oid] ?? ColumnTypeEnum.Text;
