#include "store/store_contract.h"

namespace plumb {

INSTANTIATE_TEST_SUITE_P(Sqlite, StoreContract, testing::Values(Engine::sqlite));
INSTANTIATE_TEST_SUITE_P(Postgresql, StoreContract, testing::Values(Engine::postgresql));

}  // namespace plumb
